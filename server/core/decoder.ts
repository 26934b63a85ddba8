// The picture library, with every format shut that is not taken. Loaded with the first picture, not with the server:
// it weighs as much as all the rest.
import sharp from 'sharp'

// By default sharp also reads SVG, GIF, TIFF and whatever else libvips can.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

export { sharp }
