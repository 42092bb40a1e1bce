/** The heads of columns of numbers. */
export const NumberHeads = ({ of }: { readonly of: readonly string[] }) => (
  <>
    {of.map((head) => (
      <th scope="col" class="n">
        {head}
      </th>
    ))}
  </>
)

/** A cell with a number; where columns are stacked, the label stands before it. */
export const NumberCell = ({ label, text }: { readonly label: string; readonly text: string | number }) => (
  <td class="n" data-label={label}>
    {text}
  </td>
)
