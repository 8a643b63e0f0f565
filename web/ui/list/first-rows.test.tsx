import { render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'
import { useFirstRows } from './first-rows.ts'

const rows = Array.from({ length: 50 }, (_, row) => row)

function List({ drawn }: { drawn: number[] }) {
  const shown = useFirstRows(rows)
  return (
    <Profiler id="list" onRender={() => drawn.push(shown.length)}>
      <ul aria-label={`${shown.length} 行`} />
    </Profiler>
  )
}

test.each([
  ['a common window', 900, 10],
  ['one that is lower than what stands above the rows', 320, 1],
  ['a phone on its side', 240, 1],
])('of %s only the rows that it shows are drawn first, and the rest after two frames', async (_, height, first) => {
  vi.stubGlobal('innerHeight', height)
  const drawn: number[] = []
  render(<List drawn={drawn} />)
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame')
  expect(drawn).toEqual([first])
  await screen.findByRole('list', { name: '50 行' })
  expect(frames).toHaveBeenCalledTimes(1)
  expect(drawn.at(-1)).toBe(50)
})

test('a low window never says that a list with rows is empty', async () => {
  vi.stubGlobal('innerHeight', 240)
  let isEmpty = false
  const observer = new MutationObserver(() => {
    isEmpty ||= document.querySelector('.list-empty') !== null
  })
  observer.observe(document.body, { childList: true, subtree: true })
  openPage('/control/employeetime', { getCompanyUserList: { list: [{ name: '余知夏' }], total: 1 } })
  await screen.findByRole('link', { name: '余知夏' })
  observer.disconnect()
  expect(isEmpty).toBe(false)
})
