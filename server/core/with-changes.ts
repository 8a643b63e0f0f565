/** New values of a row's fields; an undefined one leaves the field unchanged. */
export type Changes<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined }

export function withChanges<Row extends object>(row: Row, changes: Changes<Row>): Row {
  return { ...row, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) }
}
