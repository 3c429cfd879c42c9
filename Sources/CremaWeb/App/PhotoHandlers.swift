import CremaAPI
import CremaHTTP
import CremaServices
import Foundation

extension WebApp {
    /// `GET /photos/{name}`: a shop's own photo. Names change with the content.
    func photo(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let name = context.parameters["name"] ?? ""
        guard let folder = settings.photoFolder, PhotoKind.isName(name),
            let data = FileManager.default.contents(atPath: folder + "/" + name),
            let kind = PhotoKind(Array(data))
        else { throw Problem(.notFound, "There is no such photo.") }
        let type: StaticString =
            switch kind {
            case .jpeg: "image/jpeg"
            case .png: "image/png"
            case .webp: "image/webp"
            }
        var headers = HeaderLines(contentType: type)
        headers.add("Cache-Control", "public, max-age=31536000, immutable")
        headers.add("Content-Disposition", "inline")
        return HTTPResponse(headers: headers, body: .bytes(Array(data)))
    }
}
