import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MenuButton } from './menu-button.tsx'

function openMenu() {
  render(
    <>
      <div data-testid="around">
        <MenuButton label="更多操作" actions={[{ key: 'edit', label: '编辑', run: () => {} }]}>
          {props => (
            <button type="button" {...props}>
              更多
            </button>
          )}
        </MenuButton>
      </div>
      <div data-testid="elsewhere" />
    </>,
  )
  fireEvent.click(screen.getByText('更多'))
  screen.getByRole('menu')
  return () => screen.queryByRole('menu') !== null
}

test('a menu stays open while something scrolls that does not move its button', () => {
  const isOpen = openMenu()
  fireEvent.scroll(screen.getByTestId('elsewhere'))
  fireEvent.scroll(screen.getByRole('menu'))
  expect(isOpen()).toBe(true)
  fireEvent.scroll(screen.getByTestId('around'))
  expect(isOpen()).toBe(false)
})

test.each([
  ['the document scrolls', () => fireEvent.scroll(document)],
  ['the window changes its size', () => fireEvent(window, new Event('resize'))],
  ['something else is pressed', () => fireEvent.pointerDown(screen.getByTestId('elsewhere'))],
])('a menu closes when %s', (_, happen) => {
  const isOpen = openMenu()
  happen()
  expect(isOpen()).toBe(false)
})
