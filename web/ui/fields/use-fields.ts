import { type FormEvent, useRef, useState } from 'react'

/** The fields of a form hold text or a tick. */
type Values = Record<string, string | boolean>
export type Problems<Fields extends Values> = Partial<Record<keyof Fields & string, string | undefined>>

/**
 * Values, problems and submission of a small form. A field's problem shows after the field is left or the form sent; a problem
 * reported by the server remains until the field changes or the form is sent again, because the value may be accepted by then;
 * `refused` are those that the form opens with.
 */
export function useFields<Fields extends Values>(
  initial: Fields,
  check: (values: Fields) => Problems<Fields>,
  refused: Problems<Fields> = {},
) {
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [reported, setReported] = useState(refused)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const problems = check(values)
  const problemOf = (name: keyof Fields & string) => reported[name] ?? (left.has(name) ? problems[name] : undefined)

  function set<Name extends keyof Fields & string>(name: Name, value: Fields[Name]) {
    setValues(before => ({ ...before, [name]: value }))
    setReported(before => ({ ...before, [name]: undefined }))
  }

  function showProblem(name: keyof Fields & string, problem: string) {
    setReported(before => ({ ...before, [name]: problem }))
    focus(name)
  }

  function focus(name: string) {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }

  const submit = (send: (values: Fields) => Promise<void>) => async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setLeft(new Set(Object.keys(values)))
    setReported({})
    const first = Object.keys(values).find(name => problems[name])
    if (first) return focus(first)
    setBusy(true)
    try {
      await send(values)
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    values,
    busy,
    set,
    showProblem,
    submit,
    /** The props of a text field. */
    text: (
      name: { [Key in keyof Fields & string]: Fields[Key] extends string ? Key : never }[keyof Fields & string],
    ) => ({
      name,
      value: String(values[name]),
      problem: problemOf(name),
      // The cast holds because a text field's value is a string, and the type admits only names of text fields.
      onChange: (value: string) => set(name, value as Fields[typeof name]),
      onLeave: () => values[name] !== '' && setLeft(before => new Set(before).add(name)),
    }),
    tick: (
      name: { [Key in keyof Fields & string]: Fields[Key] extends boolean ? Key : never }[keyof Fields & string],
    ) => ({
      name,
      ticked: values[name] === true,
      problem: problemOf(name),
      onChange: (ticked: boolean) => set(name, ticked as Fields[typeof name]),
    }),
  }
}
