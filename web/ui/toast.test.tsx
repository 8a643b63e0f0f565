import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'

beforeEach(() => {
  HTMLElement.prototype.showPopover ??= () => {}
  vi.useFakeTimers()
})
afterEach(() => {
  toast.close()
  vi.useRealTimers()
})

test('a message that was pointed at and had the focus does not close the next one early', () => {
  toast.success('已保存')
  const first = document.querySelector('.toast') as Element
  for (const event of ['pointerenter', 'focusin', 'focusout', 'pointerleave']) fireEvent(first, new Event(event))
  vi.advanceTimersByTime(2000)
  toast.error('没有保存成功')
  vi.advanceTimersByTime(4000)
  expect(document.querySelector('.toast')?.textContent).toContain('没有保存成功')
  vi.advanceTimersByTime(3000)
  expect(document.querySelector('.toast')).toBeNull()
})
