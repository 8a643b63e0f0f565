import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Answered } from '#web/data/answers.ts'
import { setDraftOwner } from '#web/data/draft.ts'
import { tabKeys } from '#web/data/storage.ts'
import { AntdFrame } from './antd-frame.tsx'
import { DialogForm } from './dialog-form.tsx'

const writer: { account: string; company: string | undefined } = { account: 'a1', company: '海易联贸易' }

beforeEach(() => {
  sessionStorage.clear()
  Object.assign(writer, { account: 'a1', company: '海易联贸易' })
  setDraftOwner({ owner: () => writer.account, company: () => writer.company })
})

type Call = () => Promise<Answered<object>>
const accepted: Call = async () => ({ ok: true, code: 200, msg: '成功', data: {} })

interface Opened {
  subject?: string | readonly string[]
  about?: string
  begins?: string
  call?: Call
}

function Page({ subject, about, begins, call = accepted }: Opened) {
  const [open, setOpen] = useState(true)
  return (
    <MemoryRouter>
      <AntdFrame>
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
        <DialogForm
          title="登记开具的发票"
          subject={subject}
          open={open}
          close={() => setOpen(false)}
          okText="登记"
          call={call}
          input={(values: object) => values}
        >
          {about && <p className="dialog-about">{about}</p>}
          <Form.Item name="number" label="发票号码">
            <Input />
          </Form.Item>
          <Form.Item name="starts_at" label="开始" initialValue={begins}>
            <Input />
          </Form.Item>
        </DialogForm>
      </AntdFrame>
    </MemoryRouter>
  )
}

/** Opens the dialog as after a reload of its page. */
function open(opened: Opened = {}) {
  cleanup()
  render(<Page {...opened} />)
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 })
}
const number = () => screen.findByLabelText<HTMLInputElement>('发票号码')
const shown = async () => (await number()).value
const isRestored = async () => {
  await number()
  return screen.queryByText(/已恢复上次没有提交的内容/) !== null
}

test('what was typed for one record comes back to that record alone', async () => {
  await open({ subject: 'a' }).type(await number(), '26442000000000000001')
  open({ subject: 'b' })
  expect(await shown()).toBe('')
  open({})
  expect(await shown()).toBe('')
  open({ subject: 'a' })
  await screen.findByText(/已恢复上次没有提交的内容/)
  expect(await shown()).toBe('26442000000000000001')
})

test('several records are the same subject in any order, and without one of them another', async () => {
  await open({ subject: ['a', 'b'] }).type(await number(), '7')
  open({ subject: ['b'] })
  expect(await shown()).toBe('')
  open({ subject: ['b', 'a'] })
  await screen.findByText(/已恢复上次没有提交的内容/)
  expect(await shown()).toBe('7')
})

test.each(['', '按月合开'])(
  'a draft that an earlier version kept of a form without a subject comes back',
  async about => {
    const key = [location.pathname, location.search, '登记开具的发票', about, '{}'].join('\n')
    sessionStorage.setItem(
      tabKeys.drafts,
      JSON.stringify({ owner: writer.account, values: { [key]: { number: '5' } } }),
    )
    open({ about })
    await screen.findByText(/已恢复上次没有提交的内容/)
    expect(await shown()).toBe('5')
  },
)

test.each([
  ['another account', { account: 'a2' }],
  ['the same person in another company', { company: '远航科技' }],
])('%s does not get to see a draft', async (_who, changed) => {
  await open().type(await number(), '7')
  Object.assign(writer, changed)
  open()
  expect(await shown()).toBe('')
  expect(sessionStorage.getItem(tabKeys.drafts)).toBeNull()
})

test('until it is known in whose company somebody is, their drafts stay, and keep theirs', async () => {
  await open().type(await number(), '7')
  writer.company = undefined
  open()
  await screen.findByText(/已恢复上次没有提交的内容/)
  await userEvent.type(await number(), '8')
  writer.company = '远航科技'
  open()
  expect(await shown()).toBe('')
})

test('a field that begins with the present minute does not make the form another one a minute later', async () => {
  await open({ begins: '2026-11-26T10:58' }).type(await number(), '7')
  open({ begins: '2026-11-26T10:59' })
  await screen.findByText(/已恢复上次没有提交的内容/)
  expect(await shown()).toBe('7')
  expect(screen.getByLabelText<HTMLInputElement>('开始').value).toBe('2026-11-26T10:59')
})

test.each([
  ['Escape', (user: ReturnType<typeof open>) => user.keyboard('{Escape}')],
  ['×', (user: ReturnType<typeof open>) => user.click(screen.getByRole('button', { name: /close|关闭/i }))],
])('%s closes a dialog and keeps what was typed; 取消 gives it up', async (_by, leave) => {
  const user = open()
  await user.type(await number(), '7')
  await leave(user)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: '打开' }))
  await screen.findByText(/已恢复上次没有提交的内容/)
  expect(await shown()).toBe('7')
  await user.click(screen.getByRole('button', { name: /取\s*消/ }))
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(await shown()).toBe('')
  expect(await isRestored()).toBe(false)
})

test('nothing closes a dialog while it is sent, and success ends the draft', async () => {
  let answer = () => {}
  const user = open({
    call: () =>
      new Promise(resolve => {
        answer = () => resolve({ ok: true, code: 200, msg: '成功', data: {} })
      }),
  })
  await user.type(await number(), '7{Enter}')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /取\s*消/ }))
  expect(await shown()).toBe('7')
  expect(sessionStorage.getItem(tabKeys.drafts)).not.toBeNull()
  answer()
  await expect.poll(() => sessionStorage.getItem(tabKeys.drafts)).toBeNull()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('what is changed while a form is sent is not sent as another one', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Call>>>()
  const call = vi.fn<Call>(() => promise)
  const user = open({ call })
  await user.type(await number(), '7{Enter}8{Enter}')
  resolve(await accepted())
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(call).toHaveBeenCalledTimes(1)
})

test('after the second button was stopped by a field, Enter submits without going on', async () => {
  const [sent, went] = [vi.fn(accepted), vi.fn()]
  cleanup()
  render(
    <MemoryRouter>
      <AntdFrame>
        <DialogForm
          title="处理申请"
          subject="request"
          open
          close={() => {}}
          okText="通过"
          goOn={{ text: '通过并看下一项', run: went }}
          call={sent}
          input={(values: object) => values}
        >
          <Form.Item name="note" label="说明" rules={[{ required: true, message: '请输入说明' }]}>
            <Input />
          </Form.Item>
        </DialogForm>
      </AntdFrame>
    </MemoryRouter>,
  )
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('button', { name: '通过并看下一项' }))
  await screen.findByText('请输入说明')
  await user.type(screen.getByLabelText('说明'), '已核实{Enter}')
  await expect.poll(() => sent.mock.calls.length).toBe(1)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(went).not.toHaveBeenCalled()
})
