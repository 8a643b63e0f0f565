import type { FormInstance } from 'antd'
import { isExpected } from '#web/data/expected-effects.ts'
import { callNamed } from '#web/data/may.ts'
import { ClosedCall } from './closed-call.tsx'
import type { QuestionProps } from './confirm-question.tsx'
import { idlePart } from './lazy-part.tsx'
import { type Submission, useSubmission } from './use-submission.ts'

/** Asks before an action; use `ConfirmDialog` if the action is a call. */
export const ConfirmQuestion = idlePart(async () => (await import('./confirm-question.tsx')).ConfirmQuestion)

export interface ConfirmDialogProps<Input, Data> extends QuestionProps, Submission<Input, Data> {
  /** The input of the call; undefined while there is nothing to send. */
  input: Input | undefined
  /** The form of the dialog's fields, if it has any: they are validated first, and a refusal is shown there. */
  form?: FormInstance | undefined
}

/** Explains the effect of an action, by name and number, before it runs. */
export function ConfirmDialog<Input, Data>({ input, ...props }: ConfirmDialogProps<Input, Data>) {
  const { busy, submit, closed } = useSubmission(props)
  async function confirm() {
    const isFilled = await props.form?.validateFields().then(
      () => true,
      () => false,
    )
    if (isFilled === false || input === undefined) return
    const name = callNamed(props.call)
    // A refusal loses nothing: the choice is kept until it has succeeded, and the page already shows the expected result.
    if (!props.form && name && isExpected(name)) {
      props.close()
      if (await submit(input)) props.giveUp?.()
    } else if (await submit(input)) {
      props.giveUp?.()
      props.close()
    }
  }
  return (
    <ConfirmQuestion {...props} waiting={props.waiting || closed} busy={busy} confirm={() => void confirm()}>
      {closed && <ClosedCall />}
      {props.children}
    </ConfirmQuestion>
  )
}
