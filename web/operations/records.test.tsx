import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { accountPath, editArticlePath, salesOrderPath } from './paths.ts'

const never = () => new Promise<never>(() => {})
const go = (to: string) =>
  act(async () => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  })

test('an order that is still being read has neither contents nor buttons of the one before', async () => {
  openOffice(salesOrderPath('A1'), ['owner'], {
    getSalesOrder: ({ order_number }) =>
      order_number === 'A1' ? { subject: '专线三条', may: { refund: true, close: false } } : never(),
  })
  await screen.findByText('专线三条')
  screen.getByRole('button', { name: '发起退款' })
  await go(salesOrderPath('B2'))
  await screen.findByRole('heading', { name: '订单 B2' })
  expect(screen.queryByText('专线三条')).toBeNull()
  expect(screen.queryByRole('button', { name: '发起退款' })).toBeNull()
})

test('the lines of another person begin with their first page', async () => {
  const [many, few] = [newId(), newId()]
  const { user } = openOffice(accountPath(many), ['owner'], {
    getAccountOverview: ({ account_id }) => ({
      account_id,
      name: account_id === many ? '多线' : '少线',
      company: { company_id: newId(), employee_id: account_id },
    }),
    getCompanyDevices: { list: [] },
    getCompanyPersonLines: ({ employee_id, page = 1 }) => {
      const names = employee_id === many ? Array.from({ length: 11 }, (_, at) => `专线 ${at}`) : ['唯一的专线']
      return {
        list: names.slice((page - 1) * 10, page * 10).map(name => ({ name, svp_id: newId() })),
        total: names.length,
      }
    },
  })
  await screen.findByText('专线 0')
  await user.click(screen.getByRole('button', { name: '下一页' }))
  await screen.findByText('专线 10')
  await go(accountPath(few))
  await screen.findByText('唯一的专线')
  expect(screen.queryByText('不在任何有专线的专线组里')).toBeNull()
})

test('an article that cannot be read says so, also after another one', async () => {
  const [known, gone] = [newId(), newId()]
  openOffice(editArticlePath(known), ['owner'], {
    getArticleCategoryList: { list: [] },
    getContentArticle: ({ article_id }) =>
      article_id === known ? { article_id, title: '怎样开通' } : refuse(-53021, '没有找到'),
  })
  await screen.findByDisplayValue('怎样开通')
  await go(editArticlePath(gone))
  await screen.findByText('没有找到')
})
