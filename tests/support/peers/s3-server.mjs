// An S3 server in a process of its own: node s3-server.mjs FOLDER prints its port. It checks signatures.
import S3rver from '@20minutes/s3rver'
import v4 from '@20minutes/s3rver/lib/signature/v4.js'

// For a bucket it expects the signature of /BUCKET, where clients request and sign /BUCKET/.
const { getStringToSign } = v4
v4.getStringToSign = (request, signature) =>
  getStringToSign({ ...request, uri: request.uri.replace(/^\/[^/]+$/, '$&/') }, signature)

const [directory = ''] = process.argv.slice(2)
const { port } = await new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
}).run()
console.log(port)
