import { Link } from 'react-router'
import { shopPlatformNames } from '#contract/connection-names.ts'
import { passportPath } from '#contract/paths.ts'
import { CopiedAddress } from '#web/ui/copied-address.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { type Shop, shopLooks } from './shop.ts'

export const shopColumns: Column<Shop>[] = [
  {
    key: 'name',
    title: '店铺',
    render: ({ name, platform }) => <TwoLines first={name} second={shopPlatformNames[platform]} />,
  },
  { key: 'shop_number', title: '编号', render: ({ shop_number }) => <code>{shop_number}</code> },
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={shopLooks[state]} /> },
  {
    key: 'line',
    title: '专线',
    fixed: true,
    render: ({ svp_id, line_name, address }) =>
      svp_id ? (
        <span className="two-lines">
          <Link to={passportPath(svp_id)}>{line_name}</Link>
          {address ? <CopiedAddress address={address} /> : <code>待绑定地址</code>}
        </span>
      ) : (
        <span className="quiet">未绑定</span>
      ),
  },
  { key: 'owner', title: '负责人', render: ({ owner_name }) => owner_name || <span className="quiet">未填写</span> },
  {
    key: 'used',
    title: '最近使用',
    render: ({ last_used_at }) =>
      last_used_at ? (
        <TwoLines first={dateTime(last_used_at)} second={fromNow(last_used_at)} />
      ) : (
        <span className="quiet">还没有</span>
      ),
  },
]
