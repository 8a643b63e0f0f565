import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContractHint } from './contract-hint.tsx'

const whole = '{{buyer}}{{seller}}{{amount}}{{amountInWords}}\n{{items}}\n{{signatures}}'

test('a complete template gets no complaint; an unknown placeholder and a missing part are named', () => {
  const { rerender } = render(<ContractHint markdown={whole} />)
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(<ContractHint markdown={`${whole}\n{{buyerPhone}}`} />)
  expect(screen.getByRole('alert').textContent).toBe('无法识别的占位符：{{buyerPhone}}。改正后才能保存')
  rerender(<ContractHint markdown={whole.replace('{{signatures}}', '')} />)
  expect(screen.getByRole('alert').textContent).toBe('缺少 {{signatures}}，补上后才能发布')
})
