import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ContactStep } from './promotion-steps.tsx'

test('industries that did not come are asked for again', async () => {
  let lost = true
  vi.stubGlobal('fetch', async () => {
    if (lost) throw new TypeError('Failed to fetch')
    return Response.json({ code: 200, msg: '成功', data: { list: [{ industry_id: 'i1', name: '跨境电商' }] } })
  })
  render(<ContactStep values={{ industry_id: '', size: '', contact_name: '' }} next={() => {}} />)
  await screen.findByText(/^行业没有加载成功/)
  lost = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('option', { name: '跨境电商' })
  expect(screen.queryByText(/^行业没有加载成功/)).toBeNull()
})
