/** A field of a form is empty if the record has no value. */
const textOf = (value: unknown) => JSON.stringify(value ?? '')

/**
 * Returns the fields that differ from the record with which a form started. Only these are sent, so that saving one field leaves
 * others' changes to the rest alone. Without a record everything is new.
 */
export const changedFrom = <Values extends object>(
  began: { readonly [Name in keyof Values]?: unknown } | undefined,
  values: Values,
): Partial<Values> =>
  began
    ? // Object.fromEntries forgets the names. The cast is safe because each entry is one of the values.
      (Object.fromEntries(
        Object.entries(values).filter(([name, value]) => textOf(value) !== textOf(began[name as keyof Values])),
      ) as Partial<Values>)
    : values
