import { companies } from './companies.ts'

interface DemoGroup {
  company: string
  name: string
  remark: string
  /** Days since the group was created, and its author. */
  ago: number
  by: string
  lines: string[]
  departments: string[]
  people: string[]
  /** See contract/access-times.ts; without them the grants apply at all times. */
  hours?: string
}

const [lanfan = '', qingyu = ''] = companies.map(each => each.creditCode)

export const groups: DemoGroup[] = [
  {
    company: lanfan,
    name: '北美店铺',
    remark: '亚马逊北美主店与二店，固定地址，请勿用于其他店铺',
    ago: 174,
    by: '林海舟',
    lines: ['北美主店-洛杉矶01', '北美主店-洛杉矶02', '备用-洛杉矶04'],
    departments: ['北美站组'],
    people: ['黄子墨'],
  },
  {
    company: lanfan,
    name: '广告投放',
    remark: '',
    ago: 170,
    by: '林海舟',
    lines: ['广告投放-洛杉矶03'],
    departments: ['广告投放组'],
    people: ['高天佑'],
    hours: '123456 09:00-23:00',
  },
  {
    company: lanfan,
    name: '日本站',
    remark: '乐天与雅虎店铺',
    ago: 91,
    by: '周明远',
    lines: ['日本站-东京01', '日本站-东京02'],
    departments: ['日本站组'],
    people: ['朱梓轩'],
  },
  {
    company: lanfan,
    name: '欧洲办公与研发',
    remark: '视频会议与代码仓库',
    ago: 59,
    by: '林海舟',
    lines: ['欧洲总部-法兰克福专线'],
    departments: ['欧洲站组', '技术与数据部'],
    people: [],
  },
  {
    company: lanfan,
    name: '直播间',
    remark: '各直播间下播后请断开',
    ago: 39,
    by: '周明远',
    lines: ['美区直播-纽约01', '美区直播-纽约02', '东南亚直播-新加坡01'],
    departments: ['TikTok 直播部'],
    people: [],
  },
  {
    company: lanfan,
    name: '管理层',
    remark: '巡检各站点',
    ago: 35,
    by: '林海舟',
    lines: ['北美主店-洛杉矶01', '日本站-东京01', '欧洲总部-法兰克福专线'],
    departments: ['总经办'],
    people: ['周明远'],
  },
  {
    company: qingyu,
    name: '直播',
    remark: '',
    ago: 84,
    by: '沈云舒',
    lines: ['日本直播专线'],
    departments: ['直播部'],
    people: ['沈云舒'],
  },
]

/** A former member of a group, so that the answer to "who could use it then" differs from the present one. */
export const former = { company: lanfan, group: '北美店铺', person: '徐一诺', since: 120, until: 30, by: '林海舟' }
