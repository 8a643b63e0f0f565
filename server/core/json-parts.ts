const [colon, bracket, brace] = [0x3a, 0x5b, 0x7b]

/**
 * Reports whether a JSON text has more lists, objects and fields than `most`, each of which costs its reader hundreds of times its
 * bytes. The same characters in texts count as well.
 */
export function hasMoreParts(json: string, most: number): boolean {
  let parts = 0
  for (let at = 0; at < json.length && parts <= most; at++) {
    const code = json.charCodeAt(at)
    if (code === colon || code === bracket || code === brace) parts += 1
  }
  return parts > most
}
