/** A field of a form is empty where the record has none. */
const textOf = (value: unknown) => JSON.stringify(value ?? '')

/**
 * Picks what differs from the record that a form began with. Only that is sent, so that saving one field leaves alone what somebody else
 * has changed of the others meanwhile. Without a record everything is new.
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
