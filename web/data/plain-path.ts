/**
 * The router ignores case and a trailing slash, so every comparison of paths has to do the same. It has no pattern: those that find
 * the slashes at an end take time quadratic in a run of slashes elsewhere, and anybody may ask for a page at such an address.
 */
export function plainPath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end).toLowerCase()
}
