/** A text that breaks only at spaces, never within a date or a sum. */
export const KeepWords = ({ text }: { readonly text: string }) => (
  <span>
    {text.split(' ').map((word, at) => (
      <>
        {at === 0 ? '' : ' '}
        {/\d/.test(word) ? <span class="keep">{word}</span> : word}
      </>
    ))}
  </span>
)
