import { z } from 'zod'
import { recordOf } from '../typed-keys.ts'

/**
 * A field: its type in answers and, under the name of each way to write it (`add`, `change`), what that way accepts.
 */
type Field = { answer: z.ZodType } & Record<string, z.ZodType>
type Fields = Record<string, Field>

type Answers<F extends Fields> = { [Name in keyof F]: F[Name]['answer'] }
type Inputs<F extends Fields, Way extends string> = {
  [Name in keyof F as F[Name] extends Record<Way, z.ZodType> ? Name : never]: F[Name] extends Record<
    Way,
    infer Input extends z.ZodType
  >
    ? Input
    : never
}
type Seen<F extends Fields, Way extends string> = {
  [Name in keyof Inputs<F, Way> & keyof F]: F[Name]['answer']
}

/** Makes the one shape for a kind of fact. Answers, inputs and database rows pick their fields from it. */
export function record<const F extends Fields>(fields: F) {
  const shapeOf = (way: string) =>
    Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (field[way] ? [[name, field[way]]] : [])))
  return {
    fields,
    /** The shape in answers. Rows pick from it: `employee.schema.pick({ … })`. */
    // The casts are needed because Object.fromEntries loses the names, here and below.
    schema: z.object(shapeOf('answer') as Answers<F>),
    /** Returns the fields that one way of writing takes, for the shape of a call's input. */
    input: <Way extends string>(way: Way) => shapeOf(way) as Inputs<F, Way>,
    /**
     * Returns the same for a call that changes an existing object: with `seen`, the values that the caller was shown, in the form of
     * answers. If one of them is no longer the present value, the call refuses with -53022 instead of overwriting another's change.
     */
    edit: <Way extends string>(way: Way) => ({
      ...(shapeOf(way) as Inputs<F, Way>),
      seen: z
        .strictObject(
          Object.fromEntries(Object.keys(shapeOf(way)).map(name => [name, fields[name]?.answer])) as Seen<F, Way>,
        )
        .partial()
        .optional(),
    }),
  }
}

/** Makes unchecked text fields, for the cells of a sheet before validation. */
export const textsOf = <Name extends string>(names: readonly Name[]) => recordOf(names, () => z.string())
