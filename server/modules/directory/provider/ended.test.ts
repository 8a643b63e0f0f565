import { expect, test } from 'vitest'
import { haltDirectory, reportFailed } from '../directory-notices.ts'
import { providerCompanies } from './companies.fixture.ts'

const { companyOf, portal } = await providerCompanies()
const { call, services } = portal

test.each(['stopDirectory', 'setDirectory'] as const)(
  'a directory ended by %s leaves no notice that asks for attention',
  async how => {
    const { company, sid, there, add, fetch } = await companyOf('wecom')
    add('p1', '11')
    await fetch()
    await call('startDirectory', { leaving: 0 }, { sid })
    there.state.unlisted.add('p1')
    there.state.odd.add('p1')
    await fetch()
    await reportFailed(services, company.id)
    await haltDirectory(services, company.id, 30)
    const unread = async () => (await call('getNoticeList', { unread_only: true }, { sid })).data.list
    expect((await unread()).map(({ title }) => title).sort()).toEqual([
      '企业目录已停下',
      '企业目录没有核对成功',
      '企业目录没有读到',
    ])
    const ended =
      how === 'stopDirectory' ? await call(how, {}, { sid }) : await call(how, { source: 'feishu' }, { sid })
    expect(ended.code).toBe(200)
    expect(await unread()).toEqual([])
  },
)
