import { z } from 'zod'
import { id } from './fields.ts'

type Fields = Record<string, z.ZodType>
type Given<Field extends z.ZodType> = z.ZodOptional<
  Field extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Field
>
type Shape<Id extends string, F extends Fields, Seen extends z.ZodType> = { [Name in Id]: z.ZodOptional<typeof id> } & {
  [Name in keyof F]: Given<F[Name] & z.ZodType>
} & { seen: Seen }
type Parsed<Id extends string, F extends Fields> =
  | ({ [Name in Id | 'seen']?: undefined } & z.output<z.ZodObject<F>>)
  | { [Name in Id]: string }

/**
 * The input of a call that creates an object, or changes the one whose id is given; `fields` are a record's `edit(way)`. A new object
 * takes the fields as declared, with their defaults. For an existing one only the given fields change, because the caller may not
 * know the current values of the others.
 */
export function createOrUpdateInput<const Id extends string, F extends Fields, Seen extends z.ZodType>(
  idName: Id,
  { seen, ...rest }: F & { seen: Seen },
) {
  // The cast is needed because the compiler does not see that only `seen` is left out.
  const fields = rest as unknown as Omit<F, 'seen'> & Fields
  const optional = Object.entries(fields).map(([name, field]) => [
    name,
    (field instanceof z.ZodDefault ? z.optional(field.unwrap() as z.ZodType) : field.optional()) as z.ZodType,
  ])
  // The cast is needed because Object.fromEntries loses the names.
  const shape = { [idName]: id.optional(), ...Object.fromEntries(optional), seen } as unknown
  const input = z.strictObject(shape as Shape<Id, Omit<F, 'seen'>, Seen>)
  const checked = input.check(context => {
    const value = context.value as Record<string, unknown>
    if (value[idName] !== undefined) return
    if (value.seen !== undefined)
      context.issues.push({
        code: 'custom',
        message: `seen 只用于修改，须带 ${idName}`,
        path: ['seen'],
        input: value.seen,
      })
    for (const [name, field] of Object.entries(fields)) {
      if (value[name] !== undefined) continue
      const { data, error } = field.safeParse(undefined)
      if (data !== undefined) value[name] = data
      for (const { message } of error?.issues ?? [])
        context.issues.push({ code: 'custom', message, path: [name], input: undefined })
    }
  })
  // The cast holds because the check admits only these two forms.
  return checked as typeof checked & { _zod: { output: Parsed<Id, Omit<F, 'seen'>> } }
}
