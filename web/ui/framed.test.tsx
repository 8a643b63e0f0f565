import { render, screen } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AntdFrame } from './antd-frame.tsx'
import { Framed, framed, provideFrame } from './framed.tsx'

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
