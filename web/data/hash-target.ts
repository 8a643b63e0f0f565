/** Stands for the portal's own origin, which Node doesn't know; any other origin in a target shows up as a difference. */
const own = 'http://portal.invalid'

/**
 * Old addresses, and those of the mobile site, have the path in the hash (`/#/download?…`). Returns that address; the
 * server decides whether there is such a page. Any other hash is only an anchor within the page.
 */
export function hashTarget(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined
  const path = hash.slice(1).split(/[?#]/, 1)[0] ?? ''
  // A second slash or a backslash is rejected, because browsers read `//host` as another site; so are the characters that
  // they drop while reading an address.
  if (/[/\\]{2}|\\|[\t\r\n]/.test(path)) return undefined
  const target = URL.parse(hash.slice(1), own)
  if (target?.origin !== own || target.pathname.startsWith('//')) return undefined
  return hash.slice(1)
}
