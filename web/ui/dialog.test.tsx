import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { submitByKey } from './keyboard/submit.ts'

/** A dialog over a page with its own button; `log` records what is pressed. */
function Page({ log }: { log: string[] }) {
  const [shown, setShown] = useState(true)
  useEffect(submitByKey, [])
  const send = (what: string) => {
    log.push(what)
    setShown(false)
  }
  return (
    <>
      <main>
        <button type="button" className="main-act" onClick={() => log.push('page')}>
          提交订单
        </button>
      </main>
      <Dialog title="分配时长" open={shown} onOk={() => send('ok')} onCancel={() => log.push('cancel')}>
        <form
          onSubmit={event => {
            event.preventDefault()
            send('form')
          }}
        >
          <input aria-label="天数" onKeyDown={({ key }) => key === 'Enter' && log.push('field')} />
          <textarea aria-label="备注" />
          <button type="submit">提交</button>
        </form>
      </Dialog>
    </>
  )
}

function open() {
  const log: string[] = []
  // Without the portal's theme antd animates its dialogs, so this one takes time to close.
  render(<Page log={log} />)
  const dialog = screen.getByRole('dialog', { name: '分配时长' })
  const press = (key: Partial<KeyboardEvent>, element: Element = document.body) =>
    fireEvent.keyDown(element, { key: 'Enter', ...key })
  return { log, dialog, press }
}

test('a dialog that closes takes nothing more: neither Ctrl-Enter, nor Enter, nor a click', () => {
  const { log, dialog, press } = open()
  press({ ctrlKey: true })
  expect(log).toEqual(['ok'])
  expect(dialog.isConnected).toBe(true)
  // A closing overlay still covers the page, so that the same keys do not submit the page instead.
  press({ ctrlKey: true })
  for (const button of within(dialog).getAllByRole('button')) button.click()
  press({}, within(dialog).getByLabelText('天数'))
  fireEvent.submit(within(dialog).getByLabelText('天数').closest('form') as HTMLFormElement)
  expect(log).toEqual(['ok'])
})

test('a key that is held down submits nothing again, but breaks lines', () => {
  const { log, dialog, press } = open()
  press({ ctrlKey: true, repeat: true })
  expect(press({ repeat: true }, within(dialog).getByLabelText('天数'))).toBe(false)
  expect(press({ repeat: true }, within(dialog).getByLabelText('备注'))).toBe(true)
  expect(log).toEqual([])
})

/** A dialog that shows its result, as the handover does. */
function Steps() {
  const [isDone, setDone] = useState(false)
  return (
    <Dialog
      title={isDone ? '已交接' : '离职交接'}
      open
      okText={isDone ? '完成' : '开始交接'}
      onOk={() => setDone(true)}
    >
      {isDone ? <p>已停用账号</p> : <input aria-label="交给" />}
    </Dialog>
  )
}

test('when a step of a dialog gives way to the next, the focus goes to where that begins', async () => {
  render(<Steps />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('交给')))
  fireEvent.click(screen.getByRole('button', { name: '开始交接' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /完\s?成/ })))
})

/** A drawer from which a dialog is opened. */
function DrawerPage({ log }: { log: string[] }) {
  const [shown, setShown] = useState(true)
  const send = (what: string) => {
    log.push(what)
    setShown(false)
  }
  return (
    <Drawer title="工单" open={shown} onClose={() => log.push('close')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          send('form')
        }}
      >
        <input aria-label="内容" onKeyDown={({ key }) => key === 'Enter' && log.push('field')} />
        <button type="submit">发送</button>
      </form>
      <Dialog title="确认" open onOk={() => log.push('dialog')} onCancel={() => {}} />
    </Drawer>
  )
}

test.each([true, false])(
  'what is typed first replaces a suggested value, whether or not its field takes the focus: %s',
  async own => {
    render(
      <div>
        <Dialog title="分配时长" open>
          <FocusedField own={own} />
        </Dialog>
      </div>,
    )
    const field = screen.getByLabelText<HTMLInputElement>('天数')
    await expect.poll(() => [field.selectionStart, field.selectionEnd]).toEqual([0, 2])
    expect(document.activeElement).toBe(field)
  },
)

/** A field that takes the focus itself once it is in the document, as `autoFocus` does in a browser. */
function FocusedField({ own }: { own: boolean }) {
  return (
    <input
      aria-label="天数"
      defaultValue="30"
      ref={element => {
        if (own) queueMicrotask(() => element?.focus())
      }}
    />
  )
}

test('a drawer that closes takes nothing more, but a dialog that was opened from it does', () => {
  const log: string[] = []
  render(<DrawerPage log={log} />)
  const field = screen.getByLabelText('内容')
  const form = field.closest('form') as HTMLFormElement
  const buttons = within(field.closest('.ant-drawer') as HTMLElement).getAllByRole('button')
  expect(buttons).toHaveLength(2)
  fireEvent.submit(form)
  expect(log).toEqual(['form'])
  for (const button of buttons) button.click()
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.submit(form)
  expect(log).toEqual(['form'])
  // In tests, antd gives both the same id, and so the same name.
  within(screen.getByText('确认').closest('.ant-modal') as HTMLElement)
    .getByRole('button', { name: /OK|确\s?定/ })
    .click()
  expect(log).toEqual(['form', 'dialog'])
})

test('a dialog begins in its first field when antd puts the focus on ×, which keeps it for whoever goes there', async () => {
  render(
    <Dialog title="请再次验证身份" open>
      <input aria-label="登录密码" type="password" />
    </Dialog>,
  )
  const password = screen.getByLabelText('登录密码')
  const close = password.closest('.ant-modal')?.querySelector<HTMLElement>('.ant-modal-close')
  await expect.poll(() => document.activeElement).toBe(password)
  // antd's focus lock does this above another dialog; without a layout it finds nothing to focus in tests.
  close?.focus()
  expect(document.activeElement).toBe(password)
  fireEvent.keyDown(password, { key: 'Tab' })
  close?.focus()
  expect(document.activeElement).toBe(close)
})
