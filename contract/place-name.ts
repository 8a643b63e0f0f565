interface Place {
  country: string
  city: string
}

/** Formats as 美国 洛杉矶, but not as 新加坡 新加坡 or 中国香港 香港. A space keeps the two together in a list joined by dots. */
export const placeName = ({ country, city }: Place) => (country.endsWith(city) ? country : `${country} ${city}`)
