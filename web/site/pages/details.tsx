import { addressCoolingDays, lineExpiringDays, lineGraceDays, rebindsPerMonth } from '#contract/line-names.ts'
import { articlesPath, paths } from '#contract/paths.ts'
import { refundDays } from '#contract/shop.ts'
import type { SitePage, SiteRegion } from '#contract/site.ts'
import { AccessPlan, Binding } from '../home/miniatures.tsx'
import { type SampleLine, sampleLines } from '../home/samples.ts'
import { ClientLines } from '../home/windows.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { Copy, PageHead, Pair, Phrases, Terms } from '../parts.tsx'
import { cityOffers, shortName } from '../prices.ts'
import { questionPage } from '../structured.ts'

const chapters = (lines: SampleLine[]) => [
  {
    id: 'client',
    title: '客户端：登录即入网',
    english: 'The client',
    text: '员工在 Windows、Mac、Android 或 iOS 上登录客户端，就能看到自己有权使用的线路，选中、连接、开始工作。',
    points: [
      '只列出授权给本人的线路，不会误用',
      '常用站点一键打开，固定经由指定线路',
      '新设备首次登录先进入审核，未获授权不能使用',
    ],
    art: <ClientLines lines={lines} />,
  },
  {
    id: 'address',
    title: '专属原生 IP：一条线路，一个地址',
    english: 'Addresses of your own',
    text: '开通线路后，管理员从可用地址中亲自选定一个并绑定。同一个地址同一时间只能绑在一条线路上，不会同时属于两家企业。',
    points: [
      '地址由目标市场当地分配，企业独享',
      `到期有 ${lineGraceDays} 天宽限，期间停用、地址保留`,
      `释放后的地址先冷却 ${addressCoolingDays} 天，才会再给别人`,
    ],
    art: <Binding line={lines[0]} />,
  },
  {
    id: 'lines',
    title: '虚拟专线：按地区、接入方式和带宽选购',
    english: 'Lines as you need them',
    text: '每条线路单独计费、单独续费；开启自动续费的，到期前自动生成订单，余额足够时从余额扣款，不足时等您付款。业务转向新市场时增加一条，收缩时到期不再续即可。接入方式买定后不能更改。',
    points: [
      '线路可分组，按部门或员工授权',
      '保存授权前先看到谁会增加、谁会失去权限',
      `剩余 ${lineExpiringDays} 天起标为即将到期，提前提醒`,
    ],
    art: <AccessPlan line={lines[0]} />,
  },
]

const console: { icon: IconName; title: string; text: string }[] = [
  { icon: 'people', title: '部门与员工', text: '最多五级部门，员工按手机号邀请，本人同意后加入。' },
  { icon: 'clock', title: '员工时长', text: '企业按“人 × 天”购买时长，分配、收回与赠送逐笔记账，余额随时可核。' },
  { icon: 'device', title: '设备管理', text: '新设备等待审核；每名员工可使用的设备数可单独设定，登录与变更都有日志。' },
  { icon: 'route', title: '线路与权限', text: '线路绑定地址、分组、授权，谁能用哪一条一目了然。' },
  { icon: 'wallet', title: '订单与优惠', text: '下单前看清标价、套餐折扣与应付金额；优惠券不能用时，会写明原因。' },
  { icon: 'shield', title: '关键操作校验', text: '设备审核与授权变更须输入管理员短信验证码，验证码只对当次操作有效。' },
]

const security = [
  ['账号', '密码不可还原地保存，我们也看不到；连续输错会延长等待，改密后其他登录随即失效。'],
  [
    '实名',
    '企业通过实名认证后才能购买，员工经企业认证即可使用，服务商另有要求的，须本人实名认证；证件号码加密保存，页面只显示掩码，查看完整号码须写明原因并留痕。',
  ],
  ['隔离', '每家企业的数据在数据库里就隔开，登录的人只碰得到自己企业的那一份。'],
  ['设备', '“已审核且已授权”的设备才能使用线路，管理员可以随时暂停一台设备。'],
] as const

const questions: readonly (readonly [string, string])[] = [
  ['一名员工可以用几台设备？', '默认 2 台，管理员可以按员工调整。超出后需先移除旧设备，或提高上限。'],
  [
    '线路到期后地址还在吗？',
    `到期后有 ${lineGraceDays} 天宽限期：线路停用，地址为您保留，续费后继续使用。之后线路释放，地址进入冷却，不能取回。`,
  ],
  [
    '可以更换地址吗？',
    `可以。在线路详情里换绑，每条线路每个自然月最多 ${rebindsPerMonth} 次，首次绑定不计；换下的地址冷却 ${addressCoolingDays} 天。为了账号稳定，建议非必要不更换。`,
  ],
  ['可以更换接入方式或城市吗？', '不能。线路的城市、接入方式与带宽买定后不变；需要不同的，请另购一条并重新授权。'],
  [
    '可以退款吗？',
    `付款后 ${refundDays} 天内，整单还没有使用的可以申请：线路没有绑定过地址也没有续费，时长没有分配，续费的日子还没有开始；用过的可以按未用的天数申请。审核通过后原路退回。`,
  ],
  ['员工离职怎么办？', '停用该员工，设备与线路授权随之失效；未使用的整天时长可以收回，重新分配给他人。'],
  [
    '怎样付款和开票？',
    '企业通过认证后可在控制台下单，支持支付宝、微信支付与对公转账中已开通的方式；付款后在订单里申请发票。',
  ],
]

export const detailsMeta = {
  title: '产品介绍',
  description: '客户端、专属原生 IP、虚拟专线、企业控制台、设备审核与权限：产品包含什么、怎样运作、如何计费。',
  keywords: '产品介绍,虚拟专线,专属原生IP,企业控制台,设备审核,员工时长',
  structured: [questionPage(questions)],
}

function byContinent(regions: SiteRegion[]): [string, SiteRegion[]][] {
  return [...Map.groupBy(regions, region => region.continent)]
}

export function DetailsPage({ page }: { page: Extract<SitePage, { kind: 'details' }> }) {
  const lines = sampleLines(cityOffers({ ...page, catalogues: [] }))
  return (
    <>
      <PageHead
        title="产品介绍"
        english="What is inside"
        after={
          <nav className="jump" aria-label="本页内容">
            <a href="#client">客户端</a>
            <a href="#address">专属地址</a>
            <a href="#lines">线路</a>
            <a href="#regions">地区</a>
            <a href="#access">接入方式</a>
            <a href="#console">控制台</a>
            <a href="#security">安全</a>
            <a href="#questions">常见问题</a>
          </nav>
        }
      >
        一个客户端、一组专属线路、一个企业控制台。下面逐项说明它们怎样配合。
      </PageHead>
      <section className="band tight">
        <div className="wrap">
          {chapters(lines).map(chapter => (
            <article className="chapter" id={chapter.id} key={chapter.id}>
              <div className="scene-art">{chapter.art}</div>
              <div>
                <h2>
                  <Phrases>{chapter.title}</Phrases>
                </h2>
                <p className="english" lang="en">
                  {chapter.english}
                </p>
                <p>
                  <Copy>{chapter.text}</Copy>
                </p>
                <ul className="ticks">
                  {chapter.points.map(point => (
                    <li key={point}>
                      <Icon name="check" />
                      {point}
                    </li>
                  ))}
                </ul>
              </div>
            </article>
          ))}
        </div>
      </section>
      {page.regions.length ? (
        <section className="band soft" id="regions" aria-labelledby="regions-title">
          <div className="wrap">
            <Pair id="regions-title" title="可选的国家/地区与城市" english="Where lines can end" />
            <div className="regions">
              {byContinent(page.regions).map(([continent, regions]) => (
                <section key={continent}>
                  <h3>{continent}</h3>
                  <ul>
                    {regions.map(region => (
                      <li key={region.code}>
                        {shortName(region)}
                        {region.country.endsWith(region.city) ? null : <span>{region.country}</span>}
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </div>
        </section>
      ) : null}
      {page.accessWays.length ? (
        <section className="band" id="access" aria-labelledby="access-title">
          <div className="wrap">
            <Pair id="access-title" title="接入方式" english="Ways in" />
            <ul className="cards three">
              {page.accessWays.map(way => (
                <li key={way.code}>
                  <h3>{way.name}</h3>
                  <p>
                    <Copy>{way.about}</Copy>
                  </p>
                  <a className="more-link" href={`${paths.product}#way-${way.code}`}>
                    查看价格
                    <Icon name="arrow" />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}
      <section className="band soft" id="console" aria-labelledby="console-title">
        <div className="wrap">
          <Pair id="console-title" title="企业控制台" english="One console for people, devices and lines" />
          <ul className="cards three">
            {console.map(item => (
              <li key={item.title}>
                <Icon name={item.icon} />
                <h3>{item.title}</h3>
                <p>
                  <Copy>{item.text}</Copy>
                </p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="band" id="security" aria-labelledby="security-title">
        <div className="wrap split">
          <Pair id="security-title" title="安全是默认选项" english="Safe by default" />
          <dl className="terms-list">
            <Terms of={security} />
          </dl>
        </div>
      </section>
      <section className="band soft" id="questions" aria-labelledby="questions-title">
        <div className="wrap split">
          <Pair id="questions-title" title="常见问题" english="Often asked">
            没有找到答案？<a href={articlesPath('help')}>前往帮助中心</a>
          </Pair>
          <div className="questions">
            {questions.map(([question, answer]) => (
              <details key={question}>
                <summary>{question}</summary>
                <p>
                  <Copy>{answer}</Copy>
                </p>
              </details>
            ))}
          </div>
        </div>
      </section>
    </>
  )
}
