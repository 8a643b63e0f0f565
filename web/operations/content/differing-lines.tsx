/** A text of somebody else's, with the lines marked that are not in one's own. */
export function DifferingLines({ text, than, label }: { text: string; than: string; label: string }) {
  const known = new Set(than.split('\n').map(line => line.trim()))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
    <section className="version-text" aria-label={label} tabIndex={0}>
      {text.split('\n').map((line, index) =>
        known.has(line.trim()) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
          <div key={index}>{line || ' '}</div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <mark key={index}>{line}</mark>
        ),
      )}
    </section>
  )
}
