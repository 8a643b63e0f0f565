/** Represents the portal's own origin, which Node does not know; any other origin in a target is detected as a difference. */
const own = 'http://portal.invalid'

/**
 * Old addresses, and those of the mobile site, have the path in the hash (`/#/download?…`). Returns that address; the server
 * decides whether such a page exists. Any other hash is an anchor within the page.
 */
export function hashTarget(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined
  const path = hash.slice(1).split(/[?#]/, 1)[0] ?? ''
  // A second slash or a backslash is rejected, because browsers read `//host` as another site; so are the characters that browsers
  // remove from an address.
  if (/[/\\]{2}|\\|[\t\r\n]/.test(path)) return undefined
  const target = URL.parse(hash.slice(1), own)
  if (target?.origin !== own || target.pathname.startsWith('//')) return undefined
  return hash.slice(1)
}
