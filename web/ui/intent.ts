/** Works without a secure context as well, which randomUUID does not: the portal may stand on a plain address. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * The key of the order, or the gift, that is meant. The same content keeps it until that stands, so that a second try after
 * an answer that never came finds what the first did instead of doing it again.
 */
export function makeIntent() {
  let meant: { content: string; key: string } | undefined
  return {
    keyFor(content: object): string {
      const text = JSON.stringify(content)
      if (meant?.content !== text) meant = { content: text, key: newKey() }
      return meant.key
    },
    /** It stands, or is refused for good: what is asked for next is another one. */
    end(): void {
      meant = undefined
    },
  }
}

export type Intent = ReturnType<typeof makeIntent>
