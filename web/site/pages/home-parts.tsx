import type { ReactNode } from 'react'
import { ManyNodes, NativeAddress, Networking, OneClick, SocialMedia, Support } from '../art/advantages.tsx'
import { ChangingAddress, EnoughNodes, FewNodes, FixedAddress, Stable, Unstable } from '../art/problems.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { Pair } from '../parts.tsx'

interface Counted {
  countries: number
  cities: number
}

interface Problem {
  problem: string
  cost: string
  before: ReactNode
  answer: string
  gain: string
  after: ReactNode
}

const problems = ({ countries, cities }: Counted): Problem[] => [
  {
    problem: 'IP 不固定，有风险',
    cost: '公用出口不断变换。在平台看来，登录地忽东忽西就是异常：要求验证、限制流量，直至封停账号。',
    before: <ChangingAddress />,
    answer: '专属原生 IP，长期固定',
    gain: '一条线路绑定一个当地地址，只归一家企业使用；按时续费，地址就不会变。',
    after: <FixedAddress />,
  },
  {
    problem: '网络不稳定',
    cost: '公网跨境绕行、高峰拥堵。直播卡在关键一刻，会议掉线，素材传到一半重来。',
    before: <Unstable />,
    answer: '线路独立，带宽可选',
    gain: '带宽按线路购买，互不争抢；对质量要求高的业务可选企业专线，独享所选带宽。',
    after: <Stable />,
  },
  {
    problem: '节点少',
    cost: '只有一两个出口。想进一个新市场，就要再找一家供应商、再装一套软件、再管一批账号。',
    before: <FewNodes />,
    answer: '全球多节点，一个账号',
    gain: cities
      ? `已开放 ${countries} 个国家/地区的 ${cities} 个城市。进入新市场，只是在控制台多加一条线路。`
      : '进入新市场，只是在控制台多加一条线路，软件、账号和管理方式都不变。',
    after: <EnoughNodes />,
  },
]

export function Problems({ counted }: { counted: Counted }) {
  return (
    <section className="band" aria-labelledby="problems">
      <div className="wrap">
        <Pair id="problems" title="传统出海网络的三个痛点" english="Three problems, and what we do about each" />
        <ol className="problems">
          {problems(counted).map(item => (
            <li key={item.problem}>
              <div className="problem">
                {item.before}
                <h3>{item.problem}</h3>
                <p>{item.cost}</p>
              </div>
              <span className="turn">
                <Icon name="arrow" />
              </span>
              <div className="answer">
                {item.after}
                <h3>{item.answer}</h3>
                <p>{item.gain}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const advantages = [
  {
    title: '一键组网',
    english: 'One-click networking',
    text: '装好客户端，登录即入网。不改路由器，不配参数，分散各地的同事与设备当天就在同一张网里。',
    art: <Networking />,
  },
  {
    title: '专属原生 IP',
    english: 'Dedicated native IP',
    text: '地址由目标市场当地分配、企业独享，数据中心与住宅两种来源，按业务需要选择。',
    art: <NativeAddress />,
  },
  {
    title: '全球多节点线路',
    english: 'Lines to many markets',
    text: '一个客户端里切换不同国家/地区的线路，谁能用哪一条，由管理员按部门和员工授权。',
    art: <ManyNodes />,
  },
  {
    title: '海外主流社媒全覆盖',
    english: 'Mainstream social media covered',
    text: '短视频、直播、图文社区、即时通讯与广告后台，运营和投放同事在一条稳定线路上完成日常工作。',
    art: <SocialMedia />,
  },
  {
    title: '一键打开',
    english: 'One click to the site',
    text: '常用的海外站点收进客户端，点一下就经由指定线路打开，账号与地址始终一一对应。',
    art: <OneClick />,
  },
  {
    title: '专属支持团队',
    english: 'A team that answers',
    text: '从选地区、选接入方式到开通和日常使用，都有人协助；电话与扫码均可直接联系。',
    art: <Support />,
  },
]

export function Advantages() {
  return (
    <section className="band soft" aria-labelledby="advantages">
      <div className="wrap">
        <Pair id="advantages" title="产品优势" english="What you get" />
        <ul className="advantages">
          {advantages.map(item => (
            <li key={item.title}>
              {item.art}
              <h3>{item.title}</h3>
              <p className="english" lang="en">
                {item.english}
              </p>
              <p>{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const strengths: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'route',
    title: '网络工程',
    text: '规划节点与线路，维护每个地区的地址资源；地址更换、退役都有记录，停用后先冷却再重新分配。',
  },
  {
    icon: 'code',
    title: '产品研发',
    text: '门户、控制台与各平台客户端由同一个团队开发。一项权限改在哪里、何时生效，口径只有一个。',
  },
  {
    icon: 'shield',
    title: '安全与合规',
    text: '账号实名认证，设备逐台审核；证件号码加密保存，关键操作需要管理员验证码，并保留操作记录。',
  },
  {
    icon: 'chat',
    title: '客户支持',
    text: '按业务场景给出线路建议，协助企业完成开通、员工导入和首次组网，问题跟到解决为止。',
  },
]

export function Strength() {
  return (
    <section className="band" aria-labelledby="strength">
      <div className="wrap team">
        <Pair id="strength" title="团队实力" english="The people behind the lines">
          做网络的、写软件的、守安全的和接电话的，是同一个团队。您遇到的问题，不会在几家供应商之间来回转。
        </Pair>
        <ul>
          {strengths.map(item => (
            <li key={item.title}>
              <Icon name={item.icon} />
              <h3>{item.title}</h3>
              <p>{item.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
