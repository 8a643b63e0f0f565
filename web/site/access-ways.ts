/**
 * Describes the suitable and unsuitable uses of the access ways in the portal's default catalogue, as in the help article about
 * them. Other access ways of a provider are described only by their text in the catalogue.
 */
export const accessWayAdvice: Record<string, { suits: string; avoid: string; quality: string } | undefined> = {
  'datacenter-native': {
    suits: '店铺与广告后台、独立站、日常海外办公。多数团队从这里开始。',
    avoid: '大场直播推流，以及必须来自家庭宽带的本地化测试。',
    quality: '带宽稳定，档位多',
  },
  'residential-native': {
    suits: '社媒内容运营、以当地家庭用户的视角查看页面与推荐。',
    avoid: '视频会议、大文件与推流：速度随当地家庭宽带波动。',
    quality: '随当地宽带波动，档位较少',
  },
  'private-line': {
    suits: '直播推流、视频会议、研发协作等怕卡顿的工作。',
    avoid: '只处理网页后台：体验差别很小，费用高出数倍。',
    quality: '独享所选带宽，时延与丢包最稳',
  },
}
