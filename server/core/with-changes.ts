/** `row` with the fields that `changes` has; what is undefined there stays as it is. */
export function withChanges<Row extends object>(
  row: Row,
  changes: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  return { ...row, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) }
}
