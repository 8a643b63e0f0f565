/** Returns a record's keys with their type, which Object.keys loses. The record must have no other keys. */
export const keysOf = <Key extends string>(record: { readonly [Name in Key]?: unknown }) => Object.keys(record) as Key[]

/** Makes a record with one value for each name, whose type Object.fromEntries loses. */
export const recordOf = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map(name => [name, value(name)])) as Record<Name, Value>
