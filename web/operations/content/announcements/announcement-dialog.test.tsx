import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const self = { operator_id: newId(), roles: ['content' as const] }
const announcement_id = newId()
const starts_at = '2026-12-01T01:30:07.123Z'

/** Opens the dialog as after a reload of the page; the server has this revision of the record. */
async function open(stored: { revision: number; title: string; text: string }) {
  cleanup()
  const opened = openOffice('/operations/announcements', ['content'], {
    getSelf: self,
    getContentAnnouncementList: { list: [{ announcement_id, starts_at, ...stored }], total: 1 },
    setAnnouncement: ({ revision }) =>
      revision === 4
        ? { announcement_id }
        : refuse(-53022, '内容已被其他人修改，请刷新后重试', {
            revision: 4,
            saved_by: '李四',
            saved_at: '2026-11-26T02:00:00.000Z',
          }),
  })
  await opened.user.click(await screen.findByRole('button', { name: new RegExp(`修改 ?${stored.title}`) }))
  const dialog = within(await screen.findByRole('dialog'))
  return { ...opened, dialog, title: () => dialog.getByRole<HTMLInputElement>('textbox', { name: '标题' }) }
}

test('a change that meets a newer one is told, kept, and takes its place only when it is sent again', async () => {
  const { user, dialog, title, calls } = await open({ revision: 3, title: '系统维护', text: '今晚' })
  await user.type(title(), '（改期）')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await dialog.findByText(/李四于 .+ 保存了新的内容/)
  expect(title().value).toBe('系统维护（改期）')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(calls('setAnnouncement').map(({ input }) => input)).toMatchObject([
    // The start, whose seconds the field does not show, is not changed by the way.
    { revision: 3, title: '系统维护（改期）', starts_at },
    { revision: 4, title: '系统维护（改期）', starts_at },
  ])
})

test('what was typed comes back into the newer record, whose other fields are as the colleague left them', async () => {
  const { user, title } = await open({ revision: 3, title: '系统维护', text: '今晚' })
  await user.type(title(), '（改期）')
  const again = await open({ revision: 4, title: '系统维护', text: '明晚' })
  await again.dialog.findByText(/已恢复上次没有提交的内容。此后有人改过这里/)
  expect(again.title().value).toBe('系统维护（改期）')
  expect(again.dialog.getByRole<HTMLTextAreaElement>('textbox', { name: '内容' }).value).toBe('明晚')
})
