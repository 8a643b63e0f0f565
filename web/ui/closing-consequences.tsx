import { count } from './format.ts'

interface Forfeited {
  people: number
  days: number
  coupons: number
}

/** What a company's closing ends, for its owner and for the operator. */
export const ClosingConsequences = ({ forfeited }: { forfeited: Forfeited | undefined }) => (
  <ul className="consequences">
    <li>
      {forfeited && `${count(forfeited.people)} 名`}成员全部移除，所有者在内；他们的账号保留，可以加入或认证另一家企业
    </li>
    <li>令牌、Webhook、群机器人、日志推送、企业目录与企业登录全部结束</li>
    <li>
      {forfeited
        ? `未用的 ${count(forfeited.days)} 人天（含已分配给成员的）与 ${count(forfeited.coupons)} 张优惠券作废`
        : '未用的人天与优惠券作废'}
      ；订单、发票与记录保留
    </li>
  </ul>
)
