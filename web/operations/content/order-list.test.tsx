import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { operator } from '../operator.ts'
import { OrderList } from './order-list.tsx'

function Page() {
  const [items, setItems] = useState(['甲', '乙'])
  return <OrderList items={items} idOf={item => item} nameOf={item => item} onChange={setItems} />
}

test('what was moved to the end keeps the focus, on the button that can still be pressed', async () => {
  operator.set({ roles: ['owner'] } as never)
  const user = userEvent.setup({ delay: null })
  render(<Page />)
  await user.click(screen.getByRole('button', { name: '上移 乙' }))
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('下移 乙')
  await user.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('上移 乙')
})
