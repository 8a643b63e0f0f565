import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { loading } from '#web/data/loading.ts'
import { AntdFrame } from './antd-frame.tsx'
import { idlePart, onDemandPart, partsAhead } from './lazy-part.tsx'
import { OnDemand } from './list/on-demand.tsx'

interface PartProps {
  open: boolean
  close: () => void
}

const Form = ({ open, close }: PartProps) =>
  open && (
    <div role="dialog" aria-label="分配时长">
      <button type="button" onClick={close}>
        好
      </button>
    </div>
  )

const Chart = () => <p>图表</p>

/** Scripts that fail to load a number of times. */
const failing = (times: number) => {
  const load = vi.fn(async () => Form)
  for (let at = 0; at < times; at++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  return load
}

function Page({ Part }: { Part: ComponentType<PartProps> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <input aria-label="备注" />
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      <Part open={open} close={() => setOpen(false)} />
    </>
  )
}

// The frame keeps antd from inserting a blank between the two characters of a button.
const wrapper = ({ children }: { children: ReactNode }) => <AntdFrame>{children}</AntdFrame>

function openOver(Part: ComponentType<PartProps>) {
  render(<Page Part={Part} />, { wrapper })
  return userEvent.setup({ delay: null })
}
const press = (name: string) => screen.getByRole('button', { name })

test('a dialog whose scripts do not come leaves the page and what was typed, and opens with the next attempt', async () => {
  const load = failing(2)
  const user = openOver(onDemandPart(load))
  await user.type(screen.getByLabelText('备注'), '三月')
  await user.click(press('打开'))
  const lost = await screen.findByRole('dialog', { name: '没有打开' })
  // The part's surroundings may be hidden.
  expect(lost.parentElement).toBe(document.body)
  await user.click(within(lost).getByRole('button', { name: '重试' }))
  await expect.poll(() => load).toHaveBeenCalledTimes(2)
  await user.click(await within(lost).findByRole('button', { name: '重试' }))
  await screen.findByRole('dialog', { name: '分配时长' })
  expect(screen.queryByRole('dialog', { name: '没有打开' })).toBeNull()
  expect(screen.getByLabelText('备注')).toHaveProperty('value', '三月')
})

test('the pressed button shows at once that it was heard, until the dialog is there', async () => {
  const scripts = Promise.withResolvers<typeof Form>()
  const user = openOver(onDemandPart(() => scripts.promise))
  await user.click(press('打开'))
  expect(press('打开').hasAttribute('data-coming')).toBe(true)
  scripts.resolve(Form)
  await screen.findByRole('dialog', { name: '分配时长' })
  expect(press('打开').hasAttribute('data-coming')).toBe(false)
})

test('a dialog that no press has opened marks nothing', async () => {
  const scripts = Promise.withResolvers<typeof Form>()
  const Part = onDemandPart(() => scripts.promise)
  await userEvent.setup({ delay: null }).click(document.body)
  render(
    <>
      <button type="button">刷新</button>
      <Part open close={() => {}} />
    </>,
    { wrapper },
  )
  press('刷新').focus()
  expect(document.querySelector('[data-coming]')).toBeNull()
})

test('whoever closes it can open it again by the same button', async () => {
  const user = openOver(onDemandPart(failing(1)))
  await user.click(press('打开'))
  await user.click(
    within(await screen.findByRole('dialog', { name: '没有打开' })).getByRole('button', { name: '关闭' }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(press('打开'))
  await screen.findByRole('dialog', { name: '分配时长' })
})

test('a part of the page says in its place that it is missing', async () => {
  const load = vi.fn(async () => Chart).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = onDemandPart(load, { waiting: () => <p>稍候</p> })
  render(<Part />, { wrapper })
  expect(screen.getByText('稍候')).toBeTruthy()
  const place = await screen.findByRole('alert')
  await userEvent.click(within(place).getByRole('button', { name: '重试' }))
  await screen.findByText('图表')
})

test('what was fetched ahead opens at once, and what failed then is fetched when it opens', async () => {
  const [one, other] = [failing(0), failing(1)]
  const [Here, Missing] = [idlePart(one), idlePart(other)]
  for (const fetch of [...partsAhead()].slice(-2)) await fetch().catch(() => undefined)
  expect([...partsAhead()]).toEqual([])
  const user = openOver(Here)
  await user.click(press('打开'))
  expect(screen.getByRole('dialog', { name: '分配时长' })).toBeTruthy()
  expect(one).toHaveBeenCalledTimes(1)
  cleanup()
  openOver(Missing)
  await user.click(press('打开'))
  await screen.findByRole('dialog', { name: '分配时长' })
})

test('a button whose window does not come stays, and says why', async () => {
  const load = vi.fn(async () => Chart).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(<OnDemand icon={null} label="视图" title="视图" load={load} part={{}} />)
  await userEvent.click(press('视图'))
  const message = await screen.findByRole('alert')
  expect(message.textContent).toContain('没有加载成功')
  await userEvent.click(within(message).getByRole('button', { name: '重试' }))
  await screen.findByText('图表')
})

test('while the scripts of a dialog come, the loading overlay counts them, unless it is closed before', async () => {
  let come = (_: typeof Form) => {}
  const Part = onDemandPart(() => new Promise<typeof Form>(resolve => (come = resolve)))
  // Another file's test may have left a call unanswered.
  const before = loading.count()
  const user = openOver(Part)
  await user.click(press('打开'))
  expect(loading.count()).toBe(before + 1)
  cleanup()
  expect(loading.count()).toBe(before)
  await openOver(Part).click(press('打开'))
  expect(loading.count()).toBe(before + 1)
  come(Form)
  await screen.findByRole('dialog', { name: '分配时长' })
  await expect.poll(loading.count).toBe(before)
})

test('a part that has a place in the page shows there that it is coming, and nothing over the page', () => {
  const Part = onDemandPart(() => new Promise<typeof Chart>(() => {}), { waiting: () => <p>稍候</p> })
  const before = loading.count()
  render(<Part />, { wrapper })
  expect(screen.getByText('稍候')).toBeTruthy()
  expect(loading.count()).toBe(before)
})
