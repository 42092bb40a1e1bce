import type { StatementWords } from '../../src/words/statement-words.ts'

/** Lines for three signatures. */
export const Signatures = ({ words }: { readonly words: StatementWords }) => (
  <div class="sign">
    {[words.prepared, words.reviewed, words.approved].map((role) => (
      <div>
        <b>{role}</b>
        <small>{words.signature}</small>
      </div>
    ))}
  </div>
)

/** The digest of the manifest. */
export const Digest = ({ words, manifest }: { readonly words: StatementWords; readonly manifest: string }) => (
  <footer>
    <span>
      {words.digest}: <code class="break">{manifest}</code>
    </span>
  </footer>
)
