import { Pair, Terms } from '../parts.tsx'

const strengths = [
  ['网络工程', '规划节点与线路，维护每个地区的地址资源；地址更换、退役都有记录。'],
  ['产品研发', '门户、控制台与各平台客户端由同一个团队开发。一项权限何时生效，口径只有一个。'],
  ['安全与合规', '企业实名认证后才能购买，关键操作要管理员短信验证码，操作留下记录。'],
  ['客户支持', '按业务场景给出线路建议，协助开通、导入员工和首次组网，问题跟到解决为止。'],
] as const

export function Strength() {
  return (
    <section className="band" aria-labelledby="strength">
      <div className="wrap team">
        <Pair id="strength" title="团队实力" english="The people behind the lines">
          做网络的、写软件的、守安全的和接电话的，是同一个团队。您遇到的问题，不会在几家供应商之间来回转。
        </Pair>
        <dl>
          <Terms of={strengths} />
        </dl>
      </div>
    </section>
  )
}
