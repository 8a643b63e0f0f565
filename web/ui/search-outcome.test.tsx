import { fireEvent, render, screen } from '@testing-library/react'
import { Select } from 'antd'
import { expect, test } from 'vitest'
import { outcomeOf } from './search-outcome.tsx'

const refused = { ok: false as const, code: 503, msg: '服务繁忙', data: null }
const chosen = [{ value: 'a', label: '王芳' }]

function open(options: typeof chosen, state: { refused?: typeof refused; loading: boolean }) {
  const repeated: number[] = []
  const found = { ...state, reload: () => repeated.push(1) }
  render(<Select aria-label="员工" options={options} {...outcomeOf(found, '没有找到员工', options)} />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  return repeated
}

test.each([
  ['in place of the options', []],
  ['below the option that is known', chosen],
])('a failed search says so %s', (_, options) => {
  const repeated = open(options, { refused, loading: false })
  expect(screen.getByRole('alert').textContent).toContain('服务繁忙')
  expect(screen.queryByText('没有找到员工')).toBeNull()
  // Opening the list has repeated it: its button can't be reached by keyboard.
  expect(repeated).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(repeated).toHaveLength(2)
})

test('a search that still runs or has found nothing is not repeated', () => {
  expect(open([], { refused, loading: true })).toEqual([])
  screen.getByText('正在查找…')
})

test('options that were found stand alone', () => {
  expect(open(chosen, { loading: false })).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})
