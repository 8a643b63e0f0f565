/** The columns of a sheet that is imported, in their order. */
export type SheetColumns<Name extends string> = readonly { name: Name; label: string }[]

/** A row by its line number in the sheet, with its problems. */
export type SheetRow<Name extends string> = Readonly<Record<Name, string>> & {
  row: number
  problems: readonly string[]
}

export const columnsOf = <Name extends string>(
  names: readonly Name[],
  fields: Record<Name, { label: string }>,
): SheetColumns<Name> => names.map(name => ({ name, label: fields[name].label }))
