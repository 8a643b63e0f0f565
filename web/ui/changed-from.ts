/** A field of a form is empty if the record has no value. */
const textOf = (value: unknown) => JSON.stringify(value ?? '')

/**
 * Returns the fields that differ from the record as the user has seen it, and in `seen` what they were there. Only these are sent,
 * so that saving one field leaves others' changes to the rest alone, and the server refuses to overwrite another's change of the
 * same field. Without a record everything is new.
 */
export function changedFrom<Values extends object, Row extends { readonly [Name in keyof Values]?: unknown }>(
  record: Row | null | undefined,
  values: Values,
): Partial<Values> & { seen?: Partial<Pick<Row, keyof Values & keyof Row>> } {
  if (!record) return values
  // Object.entries and Object.fromEntries forget the names. The casts are safe because each entry is one of the values.
  const changed = (Object.entries(values) as [keyof Values & keyof Row, unknown][]).filter(
    ([name, value]) => textOf(value) !== textOf(record[name]),
  )
  if (!changed.length) return {}
  const seen = Object.fromEntries(changed.map(([name]) => [name, record[name]])) as unknown as Partial<Row>
  return { ...(Object.fromEntries(changed) as Partial<Values>), seen }
}
