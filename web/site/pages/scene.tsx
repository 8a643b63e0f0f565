import type { ReactNode } from 'react'
import { articlesPath, paths } from '#contract/paths.ts'
import type { SiteAccessWay, SitePage } from '#contract/site.ts'
import { CodeScene, LiveScene, OfficeScene, ShopScene, SocialScene } from '../art/scenes.tsx'
import { Icon } from '../icons.tsx'
import { Copy, PageHead } from '../parts.tsx'

export const sceneMeta = {
  title: '应用场景',
  description: '海外直播与短视频、跨境电商店铺、社媒矩阵运营、海外办公与研发协作，各自的网络难题与线路搭配。',
  keywords: '海外直播网络,跨境电商IP,社媒矩阵,海外办公网络,研发协作网络',
}

interface Scene {
  id: string
  title: string
  english: string
  problem: string
  setup: string[]
  /** Codes of the suitable access ways, best first. */
  suits: string[]
  advice: string
  art: ReactNode
}

const scenes: Scene[] = [
  {
    id: 'live',
    title: '直播与短视频',
    english: 'Live streaming and short video',
    problem: '推流一卡，观众就走；登录地一变，直播权限就可能被收回。',
    setup: [
      '每个直播间一条线路，地址与直播账号固定对应',
      '推流设备单独审核，不与办公电脑混用',
      '大场直播另购一条更高带宽的线路',
    ],
    suits: ['private-line', 'residential-native'],
    advice: '推流优先看上行质量；账号日常维护可以另用一条住宅线路。',
    art: <LiveScene />,
  },
  {
    id: 'shop',
    title: '跨境电商店铺',
    english: 'Cross-border shops',
    problem: '多家店铺共用一个出口，一家出事，容易被平台判定为关联。',
    setup: ['一店一线一地址，店铺之间互不相见', '线路只授权给负责该店的员工', '员工离岗时先收回授权，地址仍留在店铺'],
    suits: ['datacenter-native', 'residential-native'],
    advice: '地址所在国家/地区与店铺站点一致，开店前就固定下来，不要中途更换。',
    art: <ShopScene />,
  },
  {
    id: 'social',
    title: '社媒运营',
    english: 'Social media operation',
    problem: '账号多、人手杂，谁在什么时候用哪个地址登录过，事后说不清。',
    setup: ['账号按地区分组，每组对应一条线路', '按部门授权，新人入组即可使用', '设备登录记录可查，责任到人'],
    suits: ['residential-native', 'datacenter-native'],
    advice: '内容账号偏好住宅来源的地址；投放后台和数据工具用数据中心线路即可。',
    art: <SocialScene />,
  },
  {
    id: 'office',
    title: '海外办公',
    english: 'Overseas offices',
    problem: '国内外同事打开同一套系统，一边飞快，一边转圈。',
    setup: [
      '各地员工装同一个客户端，登录即组网',
      '按部门分配线路与时长，用多少买多少',
      '管理员在控制台统一管理设备与到期时间',
    ],
    suits: ['private-line', 'datacenter-native'],
    advice: '视频会议和大文件往来多，选专线；以网页系统为主，数据中心线路更经济。',
    art: <OfficeScene />,
  },
  {
    id: 'research',
    title: '研发协作',
    english: 'Research and development',
    problem: '拉取依赖、同步代码、访问海外测试环境，时间耗在等待和重试上。',
    setup: ['研发组共用一条高带宽专线', '海外测试环境只放行这条线路的固定地址', '本地化验收时切换到目标地区的线路'],
    suits: ['private-line', 'datacenter-native'],
    advice: '把固定地址写进海外服务器的白名单，访问权限就跟着线路授权走。',
    art: <CodeScene />,
  },
]

function Suits({ scene, accessWays }: { scene: Scene; accessWays: SiteAccessWay[] }) {
  const suited = scene.suits.flatMap(code => accessWays.filter(way => way.code === code))
  // A provider may name its access ways differently; then all of them are shown and the advice text decides.
  const offered = suited.length ? suited : accessWays
  if (!offered.length) return null
  return (
    <p className="suits">
      <span>适合的线路</span>
      {offered.map(way => (
        <a key={way.code} href={`${paths.product}#way-${way.code}`}>
          {way.name}
        </a>
      ))}
    </p>
  )
}

export function ScenePage({ page }: { page: Extract<SitePage, { kind: 'scene' }> }) {
  return (
    <>
      <PageHead
        title="应用场景"
        english="Where teams put it to work"
        after={
          <nav className="jump" aria-label="场景">
            {scenes.map(scene => (
              <a key={scene.id} href={`#${scene.id}`}>
                {scene.title}
              </a>
            ))}
          </nav>
        }
      >
        同样是出海，直播间、店铺和研发组要的网络并不一样。下面是五类团队的难题，以及我们建议的搭配。
      </PageHead>
      <section className="band tight">
        <div className="wrap">
          {scenes.map(scene => (
            <article className="scene" id={scene.id} key={scene.id}>
              <div className="scene-art">{scene.art}</div>
              <div>
                <h2>{scene.title}</h2>
                <p className="english" lang="en">
                  {scene.english}
                </p>
                <p className="scene-problem">
                  <Copy>{scene.problem}</Copy>
                </p>
                <ul className="ticks">
                  {scene.setup.map(step => (
                    <li key={step}>
                      <Icon name="check" />
                      {step}
                    </li>
                  ))}
                </ul>
                <Suits scene={scene} accessWays={page.accessWays} />
                <p className="hint">
                  <Copy>{scene.advice}</Copy>
                </p>
              </div>
            </article>
          ))}
        </div>
      </section>
      <section className="band call">
        <div className="wrap">
          <h2>不确定怎么搭配？</h2>
          <p>先看各地区的价格，或读几篇前人走过的路。</p>
          <p className="actions">
            <a className="button" href={paths.product}>
              查看价格
            </a>
            <a className="button quiet" href={articlesPath('guide')}>
              阅读出海攻略
            </a>
          </p>
        </div>
      </section>
    </>
  )
}
