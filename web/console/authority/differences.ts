/** Returns what was added and removed since a dialog opened; undefined if nothing was, so that it is not sent. */
export function differences(
  began: readonly string[],
  chosen: readonly string[],
): Record<'added' | 'removed', string[] | undefined> {
  const some = (ids: string[]) => (ids.length ? ids : undefined)
  return {
    added: some(chosen.filter(id => !began.includes(id))),
    removed: some(began.filter(id => !chosen.includes(id))),
  }
}
