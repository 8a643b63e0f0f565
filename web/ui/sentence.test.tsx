import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Sentence } from './sentence.tsx'

test('each date of a sentence is a part that does not break, and the text stays as it is', () => {
  const text = '调价：¥10.00 → ¥12.00，2026-12-07 00:00 起生效，至 2027-01-01；2026-1'
  const { container } = render(<Sentence text={text} />)
  expect(container.textContent).toBe(text)
  const parts = [...container.querySelectorAll('.unbroken')].map(({ textContent }) => textContent)
  expect(parts).toEqual(['2026-12-07 00:00', '2027-01-01'])
})
