/** Works without a secure context as well, which randomUUID does not: the portal may stand on a plain address. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * The key of the order that is meant. The same content keeps it until the order stands, so that a second try after an answer
 * that never came finds the order of the first instead of making another.
 */
export function makeIntent() {
  let meant: { content: string; key: string } | undefined
  return {
    keyFor(content: object): string {
      const text = JSON.stringify(content)
      if (meant?.content !== text) meant = { content: text, key: newKey() }
      return meant.key
    },
    /** The order stands, or is refused for good: what is ordered next is another one. */
    end(): void {
      meant = undefined
    },
  }
}
