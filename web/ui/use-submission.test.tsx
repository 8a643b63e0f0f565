import { act, cleanup, render } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type Answered, refusal } from '#web/data/answers.ts'
import { makeIntent } from './intent.ts'
import { type Submission, useSubmission, withRequestKey } from './use-submission.ts'

interface Gift {
  days: number
}

type Submit = (input: Gift) => Promise<boolean>

interface PageProps {
  submission: Submission<Gift, object>
  drawn: (submit: Submit) => void
}

function Page({ submission, drawn }: PageProps) {
  const { submit, busy } = useSubmission(submission)
  drawn(submit)
  return <button type="button" aria-busy={busy} />
}

/** Renders the hook on a page; `answers` are the answers to its calls, in order. */
function submitting(
  answers: (Answered<object> | Promise<Answered<object>>)[],
  more: Partial<Submission<Gift, object>> = {},
) {
  const log = { keys: [] as string[], done: 0, refused: [] as number[] }
  const submission: Submission<Gift, object> = {
    async call(_input, { idempotencyKey }) {
      log.keys.push(idempotencyKey)
      return (await answers.shift()) ?? refusal(0, '没有应答')
    },
    message: '',
    onRefused: ({ code }) => log.refused.push(code),
    done: () => log.done++,
    ...more,
  }
  const page: { submit: Submit } = { submit: () => Promise.reject(new Error('not drawn')) }
  const drawn: PageProps['drawn'] = submit => {
    page.submit = submit
  }
  const { getByRole } = render(
    <BrowserRouter>
      <Page submission={submission} drawn={drawn} />
    </BrowserRouter>,
  )
  return {
    log,
    page,
    isBusy: () => getByRole('button').getAttribute('aria-busy') === 'true',
    /** Waits until the outcome is rendered. */
    submit: (input: Gift) => act(() => page.submit(input)),
  }
}

const yes = { code: 200, msg: '成功', data: {}, ok: true } as const

test('a retry after a missing response keeps the key; the next submission gets another', async () => {
  const { log, submit } = submitting([refusal(0, '网络连接失败'), yes, yes])
  expect(await submit({ days: 3 })).toBe(false)
  expect(await submit({ days: 3 })).toBe(true)
  expect(await submit({ days: 3 })).toBe(true)
  const [first, second, third] = log.keys
  expect(second).toBe(first)
  expect(third).not.toBe(second)
  expect(log).toMatchObject({ done: 2, refused: [0] })
})

const replayed = { ...yes, isReplayed: true } as const
const kept = { ...refusal(-53013, '已提交，等待确认'), isReplayed: true } as const

test.each([
  ['a success', replayed],
  ['a request for a second operator', kept],
])(
  '%s that an earlier attempt without an answer had already got is told as that, but not when it is made again',
  async (_, first) => {
    const call = { answers: [refusal(0, '没有应答'), first, { ...first, isReplayed: undefined }] as unknown[] }
    // Two dialogs of one call, as one that is opened again.
    const shared: Submission<Gift, object>['call'] = async () => (call.answers.shift() ?? yes) as Answered<object>
    await submitting([], { call: shared, message: '已停用' }).submit({ days: 5 })
    cleanup()
    const again = submitting([], { call: shared, message: '已停用' })
    await again.submit({ days: 5 })
    expect(document.body.textContent).toMatch(/没有收到应答的那一次已经生效，这一次与它相同，没有再做/)
    await again.submit({ days: 5 })
    expect(document.body.textContent).not.toMatch(/没有再做/)
  },
)

test('a second click while the first is under way sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Answered<object>>()
  const { log, page } = submitting([promise])
  const first = page.submit({ days: 3 })
  expect(await page.submit({ days: 3 })).toBe(false)
  resolve(yes)
  expect(await first).toBe(true)
  expect(log.keys).toHaveLength(1)
})

test('until a success is drawn, the same input is the same submission', async () => {
  const { log, page, submit } = submitting([yes, yes])
  await act(async () => {
    expect(await page.submit({ days: 3 })).toBe(true)
    expect(await page.submit({ days: 3 })).toBe(false)
  })
  expect(log.keys).toHaveLength(1)
  // A later submission is a new one.
  expect(await submit({ days: 3 })).toBe(true)
  expect(new Set(log.keys).size).toBe(2)
})

test('a success after its dialog is gone ends its lasting key as well', async () => {
  const { promise, resolve } = Promise.withResolvers<Answered<object>>()
  const intent = makeIntent()
  const { log, page } = submitting([promise], { intent })
  const first = page.submit({ days: 3 })
  cleanup()
  resolve(yes)
  expect(await first).toBe(true)
  expect(intent.keyFor({ days: 3 })).not.toBe(log.keys[0])
})

test('a success that leads to another page stays busy until that page is there, or somebody goes back', async () => {
  history.replaceState(null, '', '/buy')
  const { log, submit, isBusy } = submitting([yes, yes], {
    // The router learns of it only once the page's scripts are loaded.
    onSuccess: () => history.pushState(null, '', '/cashier'),
  })
  expect(await submit({ days: 3 })).toBe(true)
  expect(isBusy()).toBe(true)
  expect(await submit({ days: 4 })).toBe(false)
  expect(log.keys).toHaveLength(1)
  await act(async () => {
    history.replaceState(null, '', '/buy')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(isBusy()).toBe(false)
  expect(await submit({ days: 4 })).toBe(true)
})

test('a refusal as outdated ends the submission; any other allows a retry', async () => {
  const { log, submit } = submitting([refusal(-53011, '已被处理'), refusal(-53020, '天数不正确')], {
    outdatedBy: [-53011],
  })
  expect(await submit({ days: 3 })).toBe(true)
  expect(log.done).toBe(1)
  expect(await submit({ days: 3 })).toBe(false)
  expect(log.done).toBe(1)
})

test('an expired session shows no refusal, as the login already opens', async () => {
  const { log, submit } = submitting([refusal(-41004, '登录已过期')])
  expect(await submit({ days: 3 })).toBe(false)
  expect(log.refused).toEqual([])
})

test('a dialog with further steps stays open after the first', async () => {
  const { submit } = submitting([yes], { onSuccess: () => false })
  expect(await submit({ days: 3 })).toBe(false)
})

test('a call that takes the key in its body gets it there, and its other options beside', async () => {
  const call = withRequestKey(async (input: Gift & { request_key: string }, options: object) => ({ input, options }))
  expect(await call({ days: 3 }, { idempotencyKey: 'k', background: true })).toEqual({
    input: { days: 3, request_key: 'k' },
    options: { background: true },
  })
})
