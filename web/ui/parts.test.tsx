import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Parts } from './parts.tsx'

test('facts that do not apply leave no dot', () => {
  const { container } = render(<Parts of={['技术部', '', null, '2026-11-20 09:30', false]} />)
  expect(container.textContent).toBe('技术部 · 2026-11-20 09:30')
})
