import { Form, type FormInstance } from 'antd'
import { type ReactNode, useId, useRef } from 'react'
import type { Refused } from '#web/data/answers.ts'
import { Button } from './button.tsx'
import { ClosedCall } from './closed-call.tsx'
import { ConflictNote, useSeen } from './conflict.tsx'
import { Dialog } from './dialog.tsx'
import { focusGroup } from './focus-group.ts'
import { FormDraft, useFormDraft } from './form-draft.tsx'
import { showRefusal } from './show-refusal.ts'
import { type Submission, useSubmission } from './use-submission.ts'

interface DialogFormProps<Values extends object, Input, Data, Row extends object | null | undefined>
  extends Submission<Input, Data> {
  title: string
  /**
   * The record or records that the form is about, for which a draft is restored; undefined if the form creates a new one, or is the
   * only one of its kind on the page.
   */
  subject: string | readonly string[] | undefined
  open: boolean
  close: () => void
  /** Set if the page reads or sets values itself. */
  form?: FormInstance<Values> | undefined
  okText: string
  /** A second button, which submits as well and then goes on. */
  goOn?: { text: string; run: () => void } | undefined
  danger?: boolean | undefined
  /**
   * Closes as soon as it is sent, because the page already shows the expected result (`expected-effects.ts`). A refusal is
   * reported, and the input is kept for another attempt.
   */
  atOnce?: true
  /** True while the preview of the dialog is still loading: neither the button nor Enter submits. */
  waiting?: boolean | undefined
  width?: number | undefined
  /** The record that the form changes: a conflict with another's change is reported without losing the input. */
  record?: Row
  /** Converts values of the record to those of the form's fields; the same by default. */
  toFields?: (seen: Partial<NonNullable<Row>>) => object
  /**
   * Converts to the call's input; returns undefined after reporting that it cannot be sent. The record is as the user has seen it,
   * which is what `changedFrom` needs.
   */
  input: (values: Values, record: Row) => Input | undefined
  children: ReactNode
}

/** A form in a dialog: Enter submits; an error, a reload, Escape and × keep the input, success and 取消 discard it. */
export function DialogForm<Values extends object, Input, Data, Row extends object | null | undefined = undefined>(
  props: DialogFormProps<Values, Input, Data, Row>,
) {
  const {
    title,
    subject,
    open,
    close,
    okText,
    goOn,
    danger,
    waiting,
    width = 440,
    record: opened,
    toFields = seen => seen,
    input,
    children,
    form: ownForm,
    atOnce,
    ...submission
  } = props
  const [form] = Form.useForm(ownForm)
  // Without the property the type of the record is `undefined`, so that the cast holds.
  const { record, newer, takes } = useSeen(opened as Row)
  function onRefused(refused: Refused): void {
    if (takes(refused)) submission.done?.()
    else if (submission.onRefused) submission.onRefused(refused)
    else showRefusal(refused, { ...submission, form })
  }
  const { busy, submit, closed } = useSubmission({
    ...submission,
    ...(!atOnce && { form }),
    ...(opened && { onRefused }),
  })
  // The page below may have a field of the same name, and labels find their fields by id.
  const name = useId()
  const draft = useFormDraft()
  // The cast holds because these are values of the record that the call changes.
  const shown = (seen: object) => toFields(seen as Partial<NonNullable<Row>>)
  function leave(): void {
    draft.drop()
    close()
  }
  const going = useRef(false)
  const submitBy = (isGoing: boolean) => () => {
    going.current = isGoing
    form.submit()
  }
  async function finish(values: Values) {
    if (waiting || closed) return
    const next = going.current ? goOn : undefined
    going.current = false
    const sent = input(values, record)
    if (sent === undefined) return
    if (atOnce) close()
    if (!(await submit(sent))) return
    leave()
    next?.run()
  }
  return (
    <Dialog
      title={title}
      open={open}
      onCancel={close}
      giveUp={draft.drop}
      onOk={submitBy(false)}
      okText={okText}
      okButtonProps={{ danger, disabled: waiting || closed }}
      confirmLoading={busy}
      {...(goOn && {
        footer: (_, { OkBtn, CancelBtn }) => (
          <div className="dialog-buttons">
            <CancelBtn />
            <Button disabled={waiting || closed || busy} onClick={submitBy(true)}>
              {goOn.text}
            </Button>
            <OkBtn />
          </div>
        ),
      })}
      mask={{ closable: false }}
      width={width}
    >
      <Form
        name={name}
        form={form}
        layout="vertical"
        preserve={false}
        onFinish={finish}
        onFinishFailed={failed => {
          going.current = false
          focusGroup(form)(failed)
        }}
        onValuesChange={draft.keep}
        className="dialog-form"
      >
        {closed && <ClosedCall />}
        <FormDraft name={title} subject={subject} draft={draft} revised={Boolean(opened)} />
        {children}
        <ConflictNote newer={newer} leave="关闭" fields={{ form, name, toFields: shown }} />
        {/* Enter submits a form only if it contains a submit button, but the dialog's button is outside. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Dialog>
  )
}
