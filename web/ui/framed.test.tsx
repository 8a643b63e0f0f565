import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AntdFrame } from './antd-frame.tsx'
import { Framed, framed, provideFrame } from './framed.tsx'
import { useStandIn } from './later.tsx'
import { lazyPage } from './lazy-page.ts'
import { onDemandPart } from './lazy-part.tsx'
import { OnDemand } from './list/on-demand.tsx'

afterEach(() => provideFrame(AntdFrame))

const Frame = ({ children }: { children: ReactNode }) => (
  <Framed value>
    <fieldset>{children}</fieldset>
  </Framed>
)

const Text = () => <p>内</p>
const Early = () => <p>早</p>
/** A page with two parts. */
function Page({ Part }: { Part: ComponentType }) {
  return (
    <>
      <Part />
      <Part />
    </>
  )
}

test('a part that comes with antd stands in one frame, also inside of another, and is always the same', () => {
  provideFrame(Frame)
  const Inner = framed(Text)
  const Outer = framed(Page)
  expect(framed(Page)).toBe(Outer)
  render(
    <>
      <Outer Part={Inner} />
      <Inner />
    </>,
  )
  expect(screen.getAllByText('内')).toHaveLength(3)
  expect(screen.getAllByRole('group').map(each => each.textContent)).toEqual(['内内', '内'])
})

test('a part that came before antd stays without a frame', () => {
  provideFrame(undefined)
  expect(framed(Early)).toBe(Early)
  provideFrame(Frame)
  expect(framed(Early)).toBe(Early)
})

const part = () => Promise.resolve(Text)
const LatePart = onDemandPart(part)
const LatePage = lazyPage(async () => ({ Text: await part() }), 'Text')
function Later() {
  const { Part, standIn } = useStandIn<object>(part)
  return Part ? <Part /> : <button {...standIn}>开</button>
}
const OnClick = () => <OnDemand icon={null} label="开" title="" load={part} part={{}} />

// All ways in which a part is loaded late.
test.each([
  ['a part', LatePart],
  ['a page', LatePage],
  ['a part for which something stands in', Later],
  ['the window of a button', OnClick],
])('%s that comes late stands in antd’s frame', async (_name, Late) => {
  provideFrame(Frame)
  render(
    <Suspense>
      <Late />
    </Suspense>,
  )
  const button = screen.queryByRole('button', { name: '开' })
  if (button) await userEvent.setup({ pointerEventsCheck: 0 }).click(button)
  await screen.findByText('内')
  expect(screen.getByRole('group').textContent).toBe('内')
})
