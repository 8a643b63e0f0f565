import { render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, test } from 'vitest'
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

test('what the window shows is drawn first, and everything after that is painted', async () => {
  const drawn: number[] = []
  render(<List drawn={drawn} />)
  expect(drawn).toEqual([Math.ceil((innerHeight - 340) / 56)])
  await screen.findByRole('list', { name: '50 行' })
})
