/** Shows another operator's text and marks the lines missing from the user's own. */
export function DifferingLines({ text, than, label }: { text: string; than: string; label: string }) {
  const otherLines = new Set(than.split('\n').map(line => line.trim()))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="version-text" aria-label={label} tabIndex={0}>
      {text.split('\n').map((line, index) =>
        otherLines.has(line.trim()) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position alone
          <div key={index}>{line || ' '}</div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <mark key={index}>{line}</mark>
        ),
      )}
    </section>
  )
}
