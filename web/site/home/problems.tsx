import { lineGraceDays } from '#contract/line-names.ts'
import { Icon } from '../icons.tsx'
import { Copy, Pair, Phrases } from '../parts.tsx'

interface Problem {
  problem: string
  cost: string
  answer: string
  gain: string
}

const problems = (cities: number): Problem[] => [
  {
    problem: 'IP 不固定，有风险',
    cost: '公用出口不断变换。在平台看来，登录地忽东忽西就是异常：要求验证、限制流量，直至封停账号。',
    answer: '一条线路，一个固定地址',
    gain: `绑定后只归一家企业使用，按时续费就不会变；忘了续费，也有 ${lineGraceDays} 天宽限期为您留着。`,
  },
  {
    problem: '网络不稳定',
    cost: '公网跨境绕行、高峰拥堵。直播卡在关键一刻，会议掉线，素材传到一半重来。',
    answer: '按业务选接入方式与带宽',
    gain: '直播、会议选独享带宽的专线；后台与日常办公，选更经济的数据中心线路。各自适合什么，下面写明。',
  },
  {
    problem: '节点少',
    cost: '只有一两个出口。想进一个新市场，就要再找一家供应商、再装一套软件、再管一批账号。',
    answer: cities ? `${cities} 座城市，一个控制台` : '多座城市，一个控制台',
    gain: '进入新市场，只是多买一条线路：软件、账号、权限和账单都还在原处。',
  },
]

export function Problems({ cities }: { cities: number }) {
  return (
    <section className="band" aria-labelledby="problems">
      <div className="wrap">
        <Pair id="problems" title="传统出海网络的三个痛点" english="Three problems, and what we do about each" />
        <ol className="problems">
          {problems(cities).map(item => (
            <li key={item.problem}>
              <div className="problem">
                <h3>
                  <Icon name="cross" />
                  {item.problem}
                </h3>
                <p>
                  <Copy>{item.cost}</Copy>
                </p>
              </div>
              <div className="answer">
                <h3>
                  <Icon name="check" />
                  <span>
                    <Phrases>{item.answer}</Phrases>
                  </span>
                </h3>
                <p>
                  <Copy>{item.gain}</Copy>
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
